#!/usr/bin/env node
// The `tallystick` command. `npm start` imports this file too, with its arguments in place.
import { run } from './program.js'

// `tallystick keys list | head -1` is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await run(process.argv, process.env)
