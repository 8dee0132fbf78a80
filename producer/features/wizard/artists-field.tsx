import { Button } from '@kartis/ui/components/button.tsx'
import { Field } from '@kartis/ui/components/field.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import style from './artists-field.module.css'

const MAX_ARTISTS = 40
const MAX_CHARS = 120

interface ArtistsFieldProps {
  readonly value: string[]
  readonly onChange: (names: string[]) => void
}

/**
 * Calls `leave` when a press that leaves a field is over: it is aimed at what it sees, and a chip, or a row that is shown
 * with the first artist, would move that away. The press is a mouse button or what a browser makes of a tap; its click
 * comes afterwards and finds what was added.
 */
const useAfterPress = (leave: () => void): (() => void) => {
  const press = useRef({ isDown: false, waits: false })
  const whenOver = useEffectEvent(leave)
  useEffect(() => {
    const begin = () => {
      press.current.isDown = true
    }
    const end = () => {
      const { waits } = press.current
      press.current = { isDown: false, waits: false }
      if (waits) flushSync(() => whenOver())
    }
    addEventListener('mousedown', begin, true)
    addEventListener('mouseup', end, true)
    return () => {
      removeEventListener('mousedown', begin, true)
      removeEventListener('mouseup', end, true)
    }
  }, [])
  return () => {
    if (press.current.isDown) press.current.waits = true
    else leave()
  }
}

/**
 * Artist names as chips: Enter or a comma adds one, Backspace in the empty field takes the last one back for editing.
 */
export function ArtistsField({ value, onChange }: ArtistsFieldProps) {
  const { t } = useTranslation('wizard')
  const [typed, setTyped] = useState('')
  const add = () => {
    const fresh = typed
      .split(',')
      .map((name) => name.trim())
      .filter((name, place, all) => name !== '' && !value.includes(name) && all.indexOf(name) === place)
    if (fresh.length > 0) onChange([...value, ...fresh].slice(0, MAX_ARTISTS))
    setTyped('')
  }
  const leave = useAfterPress(add)
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
  return (
    <Field label={t('setup.artists')} hint={t('setup.artists_hint')} optional>
      {({ id, describedBy }) => (
        <div className={style.box}>
          {value.length > 0 && (
            <ul className={style.chips} aria-label={t('setup.artists_list')}>
              {value.map((name) => (
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
              onBlur={leave}
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
