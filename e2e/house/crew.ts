import { acceptInvite, inviteMember, listInvites } from '@kartis/contract/accounts.ts'
import { signup, updateMe } from '@kartis/contract/auth.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { callAs } from './call.ts'
import { newPhone, type Person, signIn } from './people.ts'

interface Team {
  /** A manager, who invites. */
  readonly manager: Person
  readonly account: string
}

/** Somebody new in a team that exists: tests that change their own language must not change a colleague's. */
export const newMember = async ({ manager, account }: Team, role: 'manager' | 'scanner'): Promise<Person> => {
  const phone = newPhone()
  await manager.call(inviteMember, { body: { role, phone_number: phone } })
  const person = await signIn(phone)
  await person.call(signup, {
    body: {
      first_name: 'תמר',
      last_name: 'אלמוג',
      email: `tamar${phone}@example.com`,
      id_number: '000000018',
      gender: 'female',
    },
  })
  const [invite] = (await person.call(listInvites, {})).data
  if (!invite) throw new Error(`no invitation waits for ${phone}`)
  await person.call(acceptInvite, { params: { uuid: invite.uuid } })
  return { ...person, call: callAs({ token: person.token, account }) }
}

export const reads = async (person: Person, lang: Lang): Promise<void> => {
  await person.call(updateMe, { body: { settings: { language: lang } } })
}
