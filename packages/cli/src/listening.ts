import { CommandFailure, codeOf, messageOf } from './failure.js'

/**
 * Connections that may wait to be accepted. The kernel may reduce it (Linux: net.core.somaxconn, 4096). Node accepts
 * one per turn of its event loop, and a client that finds the queue full retries after 1, 3, 7, 15 s.
 */
export const BACKLOG = 4_096

/** Why the server cannot listen, and the remedy. */
export function listenFailure(error: unknown, host: string, port: number): CommandFailure {
  const place = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
  const because = { cause: error }
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new CommandFailure(
        `${place} is in use by another program.`,
        `Stop that program (perhaps another tallystick), or choose another port: --port ${port < 65_535 ? port + 1 : 3000}, or --port 0 for any free one`,
        because,
      )
    case 'EADDRNOTAVAIL':
      return new CommandFailure(
        `${host} is not an address of this machine.`,
        'Choose one that is: --host 127.0.0.1 for this machine only, --host 0.0.0.0 for all of its addresses',
        because,
      )
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new CommandFailure(
        `${host} is no host name that this machine can resolve.`,
        'Choose an address: --host 127.0.0.1 for this machine only, --host 0.0.0.0 for all of its addresses',
        because,
      )
    case 'EACCES':
      return new CommandFailure(
        `This user may not listen on port ${port}.`,
        'Choose a port from 1024 on, such as --port 3000',
        because,
      )
    default:
      return new CommandFailure(
        `${place} cannot be listened on: ${messageOf(error)}.`,
        'Check --host and --port',
        because,
      )
  }
}
