import { COUNTRIES, nationalPhone, parsePhone, readTypedPhone } from '@kartis/domain/phone.ts'
import { useState } from 'react'
import { Field, fieldProps, wrongText } from '../../shared/field.tsx'
import fields from '../../shared/field.module.css'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import type { SentCode } from '../../shared/resend.tsx'
import { useApi } from '../../shared/api.ts'
import { readPhone, savePhone } from '../../shared/saved-buyer.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import type { MessageKey } from '../../shared/translator.ts'
import css from './my-page.module.css'

interface Props {
  /** The heading and its level where this is a part of another page; "my orders" as the page's own heading otherwise. */
  readonly heading?: 'h1' | 'h2'
  readonly title?: string
  readonly text?: string
  readonly onSent: (sent: SentCode) => void
}

/** Asks for a phone and sends it a code. */
export const PhoneStep = ({ heading: Heading = 'h1', title, text, onSent }: Props) => {
  const { t } = usePageContext()
  const api = useApi()
  // The page shows this step only in the browser, so the storage can be read at once.
  const [saved] = useState(readPhone)
  const [country, setCountry] = useState(saved.country)
  const [number, setNumber] = useState(saved.number)
  const [wrong, setWrong] = useState<string>()
  const [busy, send] = useSubmit(async () => {
    const phone = parsePhone(country, number)
    if (!phone.ok) {
      setWrong(wrongText(t, phone.reason))
      document.getElementById('phone')?.focus()
      return false
    }
    const request = { phone_country_code: country, phone_number: number, purpose: 'sign_in' } as const
    const result = await api('POST', '/v1/login', { body: request })
    if (result.ok) savePhone(nationalPhone(phone.e164))
    if (result.ok) onSent({ ...result.data, request, shown: nationalPhone(phone.e164) })
    else setWrong(result.text)
    return result.ok
  })
  return (
    <form
      className={`${parts.narrow} ${parts.stack} ${parts.loose}`}
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        send()
      }}
    >
      <div className={parts.state}>
        <span className={parts.seal}>
          <Icon name="ticket" />
        </span>
        <Heading>{title ?? t('my.sign_in.title')}</Heading>
        <p className={parts.quiet}>{text ?? t('my.sign_in.text')}</p>
      </div>
      <div className={`${parts.card} ${parts.stack}`}>
        <Field id="phone" label={t('my.sign_in.phone')} wrong={wrong}>
          <span className={css.phone} dir="ltr">
            <span className={fields.select}>
              <select
                aria-label={t('my.sign_in.country')}
                value={country}
                onChange={(change) => setCountry(change.target.value)}
              >
                {COUNTRIES.map(({ code, iso }) => (
                  <option key={iso} value={code}>
                    {`+${code} ${t(`my.countries.${iso}` as MessageKey)}`}
                  </option>
                ))}
              </select>
              <span className={css.chosen} aria-hidden="true">{`+${country}`}</span>
              <Icon name="down" />
            </span>
            <input
              {...fieldProps('phone', wrong)}
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              dir="ltr"
              required
              maxLength={32}
              value={number}
              onChange={(change) => {
                const typed = change.target.value
                setNumber(typed)
                // A number with its country code selects its country.
                setCountry(readTypedPhone(country, typed).country)
                setWrong(undefined)
              }}
            />
          </span>
        </Field>
        <button type="submit" className={`${parts.btn} ${parts.tall} ${parts.wide}`} aria-busy={busy}>
          {t(busy ? 'my.sign_in.sending' : 'my.sign_in.send')}
        </button>
        <p className={`${parts.small} ${parts.quiet} ${parts.centred}`}>{t('my.sign_in.no_password')}</p>
      </div>
    </form>
  )
}
