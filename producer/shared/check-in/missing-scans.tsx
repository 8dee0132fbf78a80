import type { MissingScans as Missing } from '@kartis/contract/gate-devices.ts'
import { numberText, timeText } from '@kartis/i18n/format.ts'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconUnlink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface MissingScansProps {
  readonly missing: Missing | null
  readonly zone?: string | undefined
  /** How many, and no more: nobody scrolls a big screen. */
  readonly isShort?: boolean
}

/** How many scans of a device never arrived, of when, and where they are missing in its sequence. */
export function MissingScans({ missing, zone, isShort = false }: MissingScansProps) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  if (!missing) return null
  const { count, numbers, from, to } = missing
  const time = (at: string) => timeText(at, lang, zone)
  const when =
    from !== null &&
    to !== null &&
    (time(from) === time(to)
      ? t('missing.at', { time: time(from) })
      : t('missing.between', { first: time(from), last: time(to) }))
  const span = numbers && (numbers.first === numbers.last ? String(numbers.first) : t('missing.span', { ...numbers }))
  return (
    <span data-state="bad" data-missing={count}>
      <IconUnlink size={16} stroke={1.75} aria-hidden />
      <span>
        <Pieces
          pieces={[
            t(isShort ? 'missing.short' : 'missing.scans', { count, total: numberText(count, lang) }),
            !isShort && when,
            !isShort && span && t('missing.numbers', { numbers: span }),
          ]}
        />
      </span>
    </span>
  )
}
