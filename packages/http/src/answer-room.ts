import type { FastifyReply, FastifyRequest } from 'fastify'
import { InFlight } from './in-flight.js'
import { onceOver } from './over.js'

/** Characters of answers that may wait. */
const MOST_WAITING = 64 * 1_048_576

/**
 * Room for the answers that wait on their connections, by tenant. A client may send many requests at once and read no
 * answer; its calls are over by then, and count nowhere else.
 */
export class AnswerRoom {
  private readonly room = new InFlight(MOST_WAITING)

  /** Takes room for an answer that cannot be sent at once, until it has been sent. False if there is none. */
  take(request: FastifyRequest, reply: FastifyReply, characters: number): boolean {
    // Without a socket it waits for an answer before it.
    if (reply.raw.socket?.writableLength === 0) return true
    const tenant = request.tallystickCaller?.tenant ?? ''
    if (!this.room.hasRoomFor(tenant, characters)) return false
    this.room.enter(tenant, characters)
    onceOver(request, reply, () => this.room.leave(tenant, characters))
    return true
  }
}
