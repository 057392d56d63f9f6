// `npm run bench`: what follows `--` goes to the benchmarks.

import { launch } from './ensure.mjs'

await launch('benchmarks/dist/main.js', process.argv.slice(2))
