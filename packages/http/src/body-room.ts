import type { FastifyReply, FastifyRequest } from 'fastify'
import { InFlight } from './in-flight.js'
import { onceOver } from './over.js'

/** Shorter bodies are read at once, and take no more memory than their connections. Nearly all bodies are. */
export const SHORT = 8 * 1_024
/** Bodies of the greatest length for which there is room. */
const LONGEST_BODIES = 256

/**
 * Room for the bytes of bodies, by tenant. A body has its room from before it is read until its call has been answered:
 * calls count as running only once their bodies have arrived, and clients may take their time to send them.
 */
export class BodyRoom {
  private readonly room: InFlight
  private readonly held = new WeakMap<FastifyRequest, { readonly tenant: string; bytes: number }>()

  constructor(private readonly bodyLimit: number) {
    this.room = new InFlight(LONGEST_BODIES * bodyLimit)
  }

  /** False if there is no room. */
  take(request: FastifyRequest, reply: FastifyReply): boolean {
    const { headers, tallystickCaller } = request
    const isOpenEnded = headers['transfer-encoding'] !== undefined
    const bytes = isOpenEnded ? this.bodyLimit : Number(headers['content-length'] ?? 0)
    // One that is too long is refused without being read.
    if (bytes <= SHORT || bytes > this.bodyLimit) return true
    const tenant = tallystickCaller?.tenant ?? ''
    if (!this.room.hasRoomFor(tenant, bytes)) return false
    const held = { tenant, bytes }
    this.room.enter(tenant, bytes)
    this.held.set(request, held)
    onceOver(request, reply, () => {
      this.held.delete(request)
      this.room.leave(tenant, held.bytes)
    })
    return true
  }

  /** Gives back what a body without an announced length does not need. */
  arrived(request: FastifyRequest, { length }: Buffer): void {
    const held = this.held.get(request)
    if (held === undefined) return
    this.room.leave(held.tenant, held.bytes - length)
    held.bytes = length
  }
}
