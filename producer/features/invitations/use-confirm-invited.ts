import type { GuestRow } from '@kartis/domain/guest-list.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { choose } from '@kartis/ui/components/confirm.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { invitedPhones } from './use-invitations.ts'

/** Asks what to do with guests of a list who have tickets already; resolves with the rows to send. */
export const useConfirmInvited = () => {
  const { t } = useTranslation('invitations')
  const lang = useLang()
  return async (uuid: string, rows: readonly GuestRow[]): Promise<readonly GuestRow[]> => {
    // Whether the list can be read or not, the invitations can be sent.
    const phones = await invitedPhones(uuid).catch(() => new Set<string>())
    const others = rows.filter(({ phone = '' }) => !phones.has(phone))
    if (others.length === rows.length) return rows
    const isNobodyNew = others.length === 0
    const answer = await choose({
      title: t('guests.invited.title'),
      text: t('guests.invited.text', { figure: numberText(rows.length - others.length, lang) }),
      action: t(isNobodyNew ? 'guests.invited.all' : 'guests.invited.others'),
      ...(!isNobodyNew && { other: t('guests.invited.all') }),
    })
    if (answer === 'stay') return []
    return answer === 'other' || isNobodyNew ? rows : others
  }
}
