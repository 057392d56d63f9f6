import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Requests of a connection that may wait for the answer to one before them. */
const MOST_WAITING = 100

const waiting = new WeakMap<Socket, number>()

/**
 * Closes the connection of a client that sends more at once than may wait: whoever reads no answer, and needs no key, would
 * have all of them kept in memory. False if it did; the request is then not carried out.
 */
export function mayWait({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): boolean {
  // Its answer has the socket unless another one goes first.
  if (raw.socket !== null) return true
  const count = (waiting.get(socket) ?? 0) + 1
  if (count > MOST_WAITING) {
    socket.destroy()
    return false
  }
  waiting.set(socket, count)
  raw.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
  return true
}
