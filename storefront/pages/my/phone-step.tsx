import { COUNTRIES, nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import { useState } from 'react'
import { Field, fieldProps, wrongText } from '../../shared/field.tsx'
import fields from '../../shared/field.module.css'
import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import type { Sent } from '../../shared/resend.tsx'
import { useApi } from '../../shared/use-api.ts'
import type { Word } from '../../shared/messages.ts'
import css from './my-page.module.css'

interface Props {
  readonly onSent: (sent: Sent) => void
}

/** The phone that the orders are under. */
export const PhoneStep = ({ onSent }: Props) => {
  const { say } = usePage()
  const api = useApi()
  const [country, setCountry] = useState('972')
  const [number, setNumber] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    const phone = parsePhone(country, number)
    if (!phone.ok) {
      setWrong(wrongText(say, phone.reason))
      document.getElementById('phone')?.focus()
      return
    }
    setBusy(true)
    const answer = await api<Pick<Sent, 'phones_id' | 'resend_at'>>('/login', {
      method: 'POST',
      body: { phone_country_code: country, phone_number: number },
    })
    setBusy(false)
    if (answer.ok) onSent({ ...answer.data, code: country, number, shown: nationalPhone(phone.e164) })
    else setWrong(answer.text)
  }
  return (
    <form
      className={`${parts.narrow} ${parts.stack} ${parts.loose}`}
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        if (!busy) void send()
      }}
    >
      <div className={parts.state}>
        <span className={parts.seal}>
          <Icon name="ticket" />
        </span>
        <h1>{say('my.sign_in.title')}</h1>
        <p className={parts.quiet}>{say('my.sign_in.text')}</p>
      </div>
      <div className={`${parts.card} ${parts.stack}`}>
        <Field id="phone" label={say('my.sign_in.phone')} wrong={wrong}>
          <span className={css.phone} dir="ltr">
            <span className={fields.select}>
              <select
                aria-label={say('my.sign_in.country')}
                value={country}
                onChange={(change) => setCountry(change.target.value)}
              >
                {COUNTRIES.map(({ code, iso }) => (
                  <option key={iso} value={code}>
                    {`+${code} ${say(`my.countries.${iso}` as Word)}`}
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
                setNumber(change.target.value)
                setWrong(undefined)
              }}
            />
          </span>
        </Field>
        <button type="submit" className={`${parts.btn} ${parts.tall} ${parts.wide}`} aria-busy={busy}>
          {say(busy ? 'my.sign_in.sending' : 'my.sign_in.send')}
        </button>
        <p className={`${parts.small} ${parts.quiet} ${parts.centred}`}>{say('my.sign_in.no_password')}</p>
      </div>
    </form>
  )
}
