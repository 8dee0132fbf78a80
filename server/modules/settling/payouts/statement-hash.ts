import { createHash } from 'node:crypto'
import { canonicalStatement, type Statement } from '@kartis/domain/statement.ts'

/** SHA-256 of everything that a statement says, the hash of the one before it included; hexadecimal. */
export const hashOf = (statement: Statement): string =>
  createHash('sha256').update(canonicalStatement(statement)).digest('hex')
