import { startServer } from '@kartis/server/start.ts'
import { demo } from './data.ts'

await startServer({ demo })
