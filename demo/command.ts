// The entry point of npm run kartis: the operator's commands, with the one that loads the demo data.
import { runCommand } from '@kartis/server/command.ts'
import { demo } from './data.ts'

await runCommand(demo)
