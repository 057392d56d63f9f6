/** Child: the least that Fastify must do for such a call. Checks the same schema, answers a constant. */
import { catalogue } from '@tallystick/operations'
import Fastify from 'fastify'
import { serveQuestions } from './child.js'
import { answerOf, type ServerAnswer, type ServerQuestion } from './http-server.js'

const { method, path, body } = catalogue.sendTransaction

/** As long as every real one. */
const ANSWER = JSON.stringify({ reference: '00000000-0000-7000-8000-000000000000' })

const app = Fastify({ logger: false })
app.route({
  method,
  url: path,
  // Without what TypeBox notes down beside the JSON Schema.
  schema: { body: JSON.parse(JSON.stringify(body)) },
  handler: (_request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8').send(ANSWER)
  },
})

serveQuestions<ServerQuestion>(async (question): Promise<ServerAnswer> => {
  if (question.ask === 'start') await app.listen({ host: '127.0.0.1', port: 0 })
  else if (question.ask === 'stop') await app.close()
  return answerOf(app)
})
