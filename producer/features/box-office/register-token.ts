import { readStored, workspace, writeStored } from '../../shared/storage.ts'

/** A browser is one till of each account that it works for; the secret outlives a sign-out, for the desk changes hands. */
export const registerToken = (account = workspace()): string | undefined =>
  account === undefined ? undefined : readStored(`device:till-${account}`)

export const storeRegisterToken = (token: string | undefined, account = workspace()): void => {
  if (account !== undefined) writeStored(`device:till-${account}`, token)
}
