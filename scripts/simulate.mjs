// `npm run simulate`: what follows `--` goes to the simulator.

import { launch } from './ensure.mjs'

await launch('packages/testing/dist/simulator/main.js', process.argv.slice(2))
