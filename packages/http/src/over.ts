import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** By connection: what to do when it closes. */
const closing = new WeakMap<Socket, Set<() => void>>()

/**
 * Runs `over` when the answer has been sent, or can no longer be sent. When a connection closes, Node notifies only the
 * first waiting answer, not later ones, and none that begins afterwards.
 */
export function onceOver({ raw: { socket } }: FastifyRequest, reply: FastifyReply, over: () => void): void {
  if (socket.destroyed) {
    over()
    return
  }
  let open = closing.get(socket)
  if (open === undefined) {
    const all = new Set<() => void>()
    open = all
    closing.set(socket, all)
    // One listener for all waiting answers.
    socket.once('close', () => {
      for (const each of all) each()
    })
  }
  const own = open
  const end = (): void => {
    if (own.delete(end)) over()
  }
  own.add(end)
  reply.raw.once('close', end)
}
