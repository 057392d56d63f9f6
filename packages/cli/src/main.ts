#!/usr/bin/env node
// The `tallystick` command. `npm start` also imports this file, with its arguments set.
import { run } from './program.js'

// A closed pipe is not an error: `tallystick keys list | head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await run(process.argv, process.env)
