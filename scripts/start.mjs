// `npm start`: a running server from a bare clone. What follows `--` goes to `tallystick serve`.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launch, root } from './ensure.mjs'

if (!process.env.TALLYSTICK_DATABASE) {
  mkdirSync(join(root, 'data'), { recursive: true })
  process.env.TALLYSTICK_DATABASE = join(root, 'data/tallystick.db')
}

await launch('packages/cli/dist/main.js', ['serve', ...process.argv.slice(2)])
