import { runCommand } from '@kartis/server/command.ts'
import { demo } from './data.ts'

await runCommand(demo)
