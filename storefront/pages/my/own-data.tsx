import { LOCALES } from '@kartis/i18n/format.ts'
import { useState } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { storedToken, useUserApi } from '../../shared/session.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import { downloadData, saveFile } from './download-data.ts'
import { EraseMe } from './erase-me.tsx'
import css from './my-page.module.css'

const FILE = 'kartis-personal-data.json'

/** Bytes as people read them, in kilobytes at least: `12 kB`. */
const useSizeText = () => {
  const { lang } = usePageContext()
  return (bytes: number): string => {
    const inMegabytes = bytes >= 1_000_000
    const text = new Intl.NumberFormat(LOCALES[lang], {
      style: 'unit',
      unit: inMegabytes ? 'megabyte' : 'kilobyte',
      maximumFractionDigits: inMegabytes ? 1 : 0,
    }).format(Math.max(1, bytes / (inMegabytes ? 1_000_000 : 1000)))
    return `\u2068${text}\u2069`
  }
}

/** The data held of the phone: download a copy, or erase it. */
export const OwnData = ({
  onSessionEnd,
  onErased,
}: {
  readonly onSessionEnd: () => void
  readonly onErased: () => void
}) => {
  const { t, lang } = usePageContext()
  const userApi = useUserApi()
  const sizeText = useSizeText()
  const [status, setStatus] = useState('')
  const [phone, setPhone] = useState<string>()
  const loadPhone = async (): Promise<string | undefined> => {
    const result = await userApi('GET', '/v1/account/users/me')
    if (result.ok) return result.data.phone.phone_number
    if (result.status === 401) onSessionEnd()
    else setStatus(result.text)
    return undefined
  }
  const [busy, exportData] = useSubmit(async () => {
    setStatus(t('my.own.preparing'))
    // Refreshes an expired token first: the download itself is not retried.
    const isSignedIn = (await loadPhone()) !== undefined
    if (isSignedIn) {
      const onBytes = (bytes: number) => setStatus(t('my.own.received', { size: sizeText(bytes) }))
      const download = await downloadData({ bearer: storedToken(), lang, networkText: t('my.own.lost'), onBytes })
      if (download.ok) saveFile(download.file, FILE)
      setStatus(download.ok ? t('my.own.exported') : download.text)
    }
    return isSignedIn
  })
  const erase = async () => {
    setStatus('')
    setPhone(await loadPhone())
  }
  return (
    <section className={`${parts.card} ${parts.stack}`} aria-labelledby="own-title">
      <h2 id="own-title" className={css.caption}>
        {t('my.own.title')}
      </h2>
      <p className={`${parts.small} ${parts.quiet}`}>{t('my.own.text')}</p>
      <div className={`${parts.line} ${css.ways}`}>
        <button
          type="button"
          className={`${parts.btn} ${parts.neutral} ${parts.compact}`}
          aria-busy={busy}
          onClick={() => exportData()}
        >
          <Icon name="file" />
          {t('my.own.export')}
        </button>
        <button
          type="button"
          className={`${parts.btn} ${parts.neutral} ${parts.compact} ${css.danger}`}
          onClick={() => void erase()}
        >
          {t('my.own.erase')}
        </button>
      </div>
      <p className={`${parts.small} ${css.status}`} role="status">
        {status}
      </p>
      {phone !== undefined && <EraseMe phone={phone} onClose={() => setPhone(undefined)} onErased={onErased} />}
    </section>
  )
}
