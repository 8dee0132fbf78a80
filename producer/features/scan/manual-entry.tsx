import { isShortNumber } from '@kartis/domain/ticket-number.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './scan-screen.module.css'

/** Entry of a code that the camera cannot read; it is checked like a scan. */
export function ManualEntry({ onCode }: { readonly onCode: (text: string) => void }) {
  const { t } = useTranslation('scan')
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<'empty' | 'short'>()
  /** Numbers are typed nearly always; a code of letters needs another keyboard. */
  const [hasLetters, setHasLetters] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const text = code.trim()
    const isWrong = text === '' ? 'empty' : isShortNumber(text) ? 'short' : undefined
    setWrong(isWrong)
    if (isWrong) return
    onCode(text)
    setCode('')
  }
  return (
    <Card title={t('manual.title')}>
      <form className={style.manual} onSubmit={send} noValidate>
        <TextField
          label={t('manual.label')}
          hint={t('manual.hint')}
          error={wrong && t(`manual.${wrong}`)}
          ref={field}
          dir="ltr"
          inputMode={hasLetters ? 'text' : 'numeric'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          // In the field, which a phone keeps above its keyboard.
          unit={
            <Button type="submit" look="soft" className={style.inField}>
              {t('manual.send')}
            </Button>
          }
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            setWrong(undefined)
          }}
        />
        <Button
          look="bare"
          className={style.letters}
          aria-pressed={hasLetters}
          onClick={() => {
            setHasLetters(!hasLetters)
            field.current?.focus() // the keyboard of the phone changes with it
          }}
        >
          {t('manual.letters')}
        </Button>
      </form>
    </Card>
  )
}
