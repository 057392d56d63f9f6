#!/usr/bin/env node
// The `tallystick` command. `npm start` also imports this file, with its arguments set.
import { run } from './program.js'

// Nobody reads any more, as in `tallystick keys list | head -1`: the command still goes on to its end, and to its exit code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

process.exitCode = await run(process.argv, process.env)
