import type { ReactNode } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import css from './field.module.css'
import { Icon } from './icon.tsx'
import { usePageContext } from './page-context.tsx'
import parts from './parts.module.css'
import type { Translate } from './translator.ts'

interface Props {
  readonly id: string
  readonly label: string
  /** Optional fields are marked: most are required. */
  readonly optional?: boolean
  readonly hint?: string | undefined
  /** The error; it replaces the hint. */
  readonly wrong?: string | undefined
  readonly wide?: boolean
  readonly children: ReactNode
  /** A group of inputs has a legend instead of a label. */
  readonly group?: boolean
}

export const hintId = (id: string): string => `${id}-hint`

/** The attributes that connect an input with its label, hint and error. */
export const fieldProps = (id: string, wrong: string | undefined, hint?: string) => ({
  id,
  'aria-invalid': wrong ? true : undefined,
  'aria-describedby': wrong || hint ? hintId(id) : undefined,
})

/** A number as it is written: it is not broken at its hyphens. */
const WRITTEN_NUMBER = /(\d[\d-]{5,20}\d)/

const HintText = ({ text }: { readonly text: string }) => (
  <span dir="auto">
    {text.split(WRITTEN_NUMBER).map((part, place) =>
      // Every second part is what the expression found.
      place % 2 === 0 ? (
        part
      ) : (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence never change their order
        <span key={place} className={parts.num}>
          {part}
        </span>
      ),
    )}
  </span>
)

/** Label above, hint below; an error with an icon replaces the hint. */
export const Field = ({ id, label, optional, hint, wrong, wide, children, group }: Props) => {
  const { t } = usePageContext()
  const className = [css.field, wide ? css.wide : '', wrong ? css.wrong : ''].filter(Boolean).join(' ')
  const name = (
    <>
      <UserText>{label}</UserText>
      {optional && <span className={css.optional}> {t('checkout.details.optional')}</span>}
    </>
  )
  const below = (wrong || hint) && (
    <span className={css.hint} id={hintId(id)} role={wrong ? 'alert' : undefined}>
      {wrong && <Icon name="warn" />}
      <HintText text={wrong || hint || ''} />
    </span>
  )
  return group ? (
    <fieldset className={className} id={id} aria-describedby={below ? hintId(id) : undefined}>
      <legend>{name}</legend>
      {children}
      {below}
    </fieldset>
  ) : (
    <div className={className}>
      <label htmlFor={id}>{name}</label>
      {children}
      {below}
    </div>
  )
}

const MESSAGE_KEYS = {
  required: 'checkout.wrong.required',
  invalid_name: 'checkout.wrong.name',
  single_name: 'checkout.wrong.single_name',
  email_typo: 'checkout.wrong.email_typo',
  invalid_phone: 'checkout.wrong.phone',
  phone_not_allowed: 'checkout.wrong.phone_not_allowed',
  phone_country: 'checkout.wrong.phone_country',
  invalid_email: 'checkout.wrong.email',
  not_a_number: 'checkout.wrong.number',
  not_an_integer: 'checkout.wrong.number',
  invalid_date: 'checkout.wrong.date',
  unknown_option: 'checkout.wrong.choose',
  too_long: 'checkout.wrong.too_long',
  file: 'checkout.wrong.file',
} as const

/** A reason as a sentence. */
export const wrongText = (t: Translate, reason: string | undefined): string | undefined => {
  if (reason === undefined) return undefined
  return t(reason in MESSAGE_KEYS ? MESSAGE_KEYS[reason as keyof typeof MESSAGE_KEYS] : 'checkout.wrong.other')
}
