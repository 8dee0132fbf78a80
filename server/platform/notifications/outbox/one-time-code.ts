import type { MessageRow } from '../messages-queries.ts'

/** The one-time code of a message, which people type; the secret of a link is sealed in the same place and is none. */
export const oneTimeCode = ({ secret }: Pick<MessageRow, 'secret'>): string | undefined =>
  /^\d+$/u.test(secret?.code ?? '') ? secret?.code : undefined
