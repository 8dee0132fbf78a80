import { migrate } from '../platform/database/migrate.ts'
import { type Command, withDatabase } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the database to the form this version needs (npm start does it by itself)',
  usage: ['migrate'],
  run: ({ settings, say }) =>
    withDatabase(settings, async (url) => {
      const applied = await migrate(url)
      for (const name of applied) say(`applied ${name}`)
      if (applied.length === 0) say('The database is up to date.')
      return 0
    }),
}
