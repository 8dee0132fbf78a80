// The entry point of npm start, in production too. The server loads the demo data only where the setting DEMO is on.
import { startServer } from '@kartis/server/start.ts'
import { demo } from './data.ts'

await startServer({ demo })
