import { migrate } from '../platform/database/migrate.ts'
import { type Command, withDatabase } from './command.ts'
import { parseArguments } from './parse-arguments.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the database to the form this version needs (npm start does it by itself)',
  usage: ['migrate'],
  run: async ({ settings, args, print }) => {
    parseArguments(args, {}, 0)
    return withDatabase(settings, async (url) => {
      const applied = await migrate(url)
      for (const name of applied) print(`applied ${name}`)
      if (applied.length === 0) print('The database is up to date.')
      return 0
    })
  },
}
