import { holds } from './contract.fixture.js'

await holds('postgres')
