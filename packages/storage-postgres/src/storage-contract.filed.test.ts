import { holds } from './contract.fixture.js'

await holds('postgres, every entry filed after its commit', { filing: { alone: 1, contended: 1 } })
