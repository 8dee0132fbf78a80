import type { User } from '@kartis/contract/auth.ts'
import { useState } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { callAsUser, localeTag, storedToken } from '../../shared/session.ts'
import { useApi } from '../../shared/use-api.ts'
import { downloadCopy, saveFile } from './download-copy.ts'
import { EraseMe } from './erase-me.tsx'
import css from './my-page.module.css'

const FILE = 'kartis-personal-data.json'

/** Bytes as people read them, in kilobytes at least: `12 kB`. */
const useSizeText = () => {
  const { lang } = usePage()
  return (bytes: number): string => {
    const mega = bytes >= 1_000_000
    const text = new Intl.NumberFormat(localeTag(lang), {
      style: 'unit',
      unit: mega ? 'megabyte' : 'kilobyte',
      maximumFractionDigits: mega ? 1 : 0,
    }).format(Math.max(1, bytes / (mega ? 1_000_000 : 1000)))
    return `\u2068${text}\u2069`
  }
}

/** What is held of the phone: a copy of it, and the way to be forgotten. */
export const OwnData = ({ onLost, onErased }: { readonly onLost: () => void; readonly onErased: () => void }) => {
  const { say, lang } = usePage()
  const api = useApi()
  const sizeText = useSizeText()
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState('')
  const [phone, setPhone] = useState<string>()
  const me = async (): Promise<string | undefined> => {
    const answer = await callAsUser<User>(api, '/account/users/me')
    if (answer.ok) return answer.data.phone.phone_number
    if (answer.status === 401) onLost()
    else setTold(answer.text)
    return undefined
  }
  const download = async () => {
    if (busy) return
    setBusy(true)
    setTold(say('my.own.preparing'))
    // Renews a sign-in that has run out: a file is asked for once.
    if ((await me()) !== undefined) {
      const onBytes = (bytes: number) => setTold(say('my.own.received', { size: sizeText(bytes) }))
      const copy = await downloadCopy({ bearer: storedToken(), lang, lost: say('my.own.lost'), onBytes })
      if (copy.ok) saveFile(copy.file, FILE)
      setTold(copy.ok ? say('my.own.exported') : copy.text)
    }
    setBusy(false)
  }
  const erase = async () => {
    setTold('')
    setPhone(await me())
  }
  return (
    <section className={`${parts.card} ${parts.stack}`} aria-labelledby="own-title">
      <h2 id="own-title" className={css.caption}>
        {say('my.own.title')}
      </h2>
      <p className={`${parts.small} ${parts.quiet}`}>{say('my.own.text')}</p>
      <div className={`${parts.line} ${css.ways}`}>
        <button
          type="button"
          className={`${parts.btn} ${parts.plain} ${parts.thin}`}
          aria-busy={busy}
          onClick={() => void download()}
        >
          <Icon name="file" />
          {say('my.own.export')}
        </button>
        <button
          type="button"
          className={`${parts.btn} ${parts.plain} ${parts.thin} ${css.danger}`}
          onClick={() => void erase()}
        >
          {say('my.own.erase')}
        </button>
      </div>
      <p className={`${parts.small} ${css.told}`} role="status">
        {told}
      </p>
      {phone !== undefined && <EraseMe phone={phone} onClose={() => setPhone(undefined)} onErased={onErased} />}
    </section>
  )
}
