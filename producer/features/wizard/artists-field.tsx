import { Button } from '@kartis/ui/components/button.tsx'
import { Field } from '@kartis/ui/components/field.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './artists-field.module.css'

const MAX_ARTISTS = 40
const MAX_CHARS = 120

interface ArtistsFieldProps {
  readonly value: string[]
  readonly onChange: (names: string[]) => void
}

/** Whether the mouse button, or the one that a browser makes of a tap, is down now. */
const usePressing = (): (() => boolean) => {
  const pressing = useRef(false)
  useEffect(() => {
    const press = (event: MouseEvent) => {
      pressing.current = event.type === 'mousedown'
    }
    addEventListener('mousedown', press, true)
    addEventListener('mouseup', press, true)
    return () => {
      removeEventListener('mousedown', press, true)
      removeEventListener('mouseup', press, true)
    }
  }, [])
  return () => pressing.current
}

/**
 * Artist names as chips: Enter or a comma adds one, Backspace in the empty field takes the last one back for editing.
 */
export function ArtistsField({ value, onChange }: ArtistsFieldProps) {
  const { t } = useTranslation('wizard')
  const [typed, setTyped] = useState('')
  /** Added by leaving the field, and still shown as its text. */
  const [pending, setPending] = useState<readonly string[]>([])
  const store = (): string[] => {
    const fresh = typed
      .split(',')
      .map((name) => name.trim())
      .filter((name, place, all) => name !== '' && !value.includes(name) && all.indexOf(name) === place)
    if (fresh.length > 0) onChange([...value, ...fresh].slice(0, MAX_ARTISTS))
    return fresh
  }
  const add = () => {
    store()
    setTyped('')
    setPending([])
  }
  // The press that leaves the field is aimed at what it sees: a chip that took a line of its own would move it away.
  useEffect(() => {
    if (pending.length === 0) return undefined
    const show = () => {
      setTyped('')
      setPending([])
    }
    const afterPress = () => setTimeout(show)
    addEventListener('mouseup', afterPress)
    return () => removeEventListener('mouseup', afterPress)
  }, [pending])
  const isPressing = usePressing()
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // during IME composition Enter belongs to the input method
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add()
    }
    const last = value.at(-1)
    if (event.key === 'Backspace' && typed === '' && last !== undefined) {
      event.preventDefault()
      onChange(value.slice(0, -1))
      setTyped(last)
    }
  }
  const chips = value.filter((name) => !pending.includes(name))
  return (
    <Field label={t('setup.artists')} hint={t('setup.artists_hint')} optional>
      {({ id, describedBy }) => (
        <div className={style.box}>
          {chips.length > 0 && (
            <ul className={style.chips} aria-label={t('setup.artists_list')}>
              {chips.map((name) => (
                <li key={name}>
                  <UserText>{name}</UserText>
                  <button
                    type="button"
                    aria-label={t('setup.artists_remove', { name })}
                    onClick={() => onChange(value.filter((existing) => existing !== name))}
                  >
                    <IconX size={16} stroke={2} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className={style.line}>
            <input
              id={id}
              aria-describedby={describedBy}
              value={typed}
              maxLength={MAX_CHARS}
              enterKeyHint="enter"
              autoComplete="off"
              disabled={value.length >= MAX_ARTISTS}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={press}
              onBlur={() => (isPressing() ? setPending(store()) : add())}
            />
            {typed.trim() !== '' && (
              <Button look="bare" icon={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={add}>
                {t('setup.artists_add')}
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}
