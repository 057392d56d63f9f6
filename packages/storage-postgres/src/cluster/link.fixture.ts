/** A stretch of network on loopback that can be cut: then nothing arrives, in either direction, and nobody is told. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export class Link {
  private isCut = false
  private readonly sockets = new Set<Socket>()

  private constructor(private readonly listener: Server) {}

  /** @param target A port on loopback, where somebody will listen. */
  static async to(target: number): Promise<Link> {
    const listener = createServer()
    const link = new Link(listener)
    listener.on('connection', (near) => link.join(near, connect(target, '127.0.0.1')))
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    return link
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port
  }

  cut(): void {
    this.isCut = true
    for (const socket of this.sockets) socket.pause()
  }

  /** What was sent meanwhile arrives now, as it does when a network comes back. */
  mend(): void {
    this.isCut = false
    for (const socket of this.sockets) socket.resume()
  }

  close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    return new Promise((resolve) => this.listener.close(() => resolve()))
  }

  private join(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from)
      from.setNoDelay(true)
      from.on('data', (data) => to.write(data))
      from.on('end', () => to.end())
      from.on('error', () => to.destroy())
      from.on('close', () => {
        this.sockets.delete(from)
        // Whatever came before has been passed on.
        to.end()
      })
      if (this.isCut) from.pause()
    }
  }
}

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const link = await Link.to(1)
  const { port } = link
  await link.close()
  return port
}
