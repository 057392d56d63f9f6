/** Child: the service as `tallystick serve` builds it, on a free port. */
import { DEFAULT_TENANT } from '@tallystick/engine'
import { buildApp } from '@tallystick/http'
import { serveQuestions } from './child.js'
import { answerOf, type ServerAnswer, type ServerQuestion } from './http-server.js'
import { Ledger } from './ledger.js'

let ledger: Ledger | null = null
let app: ReturnType<typeof buildApp> | null = null

serveQuestions<ServerQuestion>(async (question): Promise<ServerAnswer> => {
  if (question.ask === 'start') {
    ledger = await Ledger.open(question.file)
    const { tallystick } = ledger
    const access = await tallystick.access()
    const wanted = { tenant: DEFAULT_TENANT, name: 'benchmark', network: 'testnet', plan: 'paid' } as const
    await access.register(question.apiKey, wanted)
    app = buildApp({ tallystick })
    await app.listen({ host: '127.0.0.1', port: 0 })
  } else if (question.ask === 'stop') {
    await app?.close()
  }
  return answerOf(app, ledger?.commits)
})
