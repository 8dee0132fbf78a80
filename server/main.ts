// The server without demo data, which tests run. `npm start` runs demo/main.ts.
import { startServer } from './start.ts'

await startServer()
