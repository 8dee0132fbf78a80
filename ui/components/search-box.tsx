import { IconSearch, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import fieldStyle from './field.module.css'
import style from './search-box.module.css'
import { MIN_SEARCH_CHARS, type Search } from './use-search.ts'

export interface SearchBoxProps {
  /** From useSearch(). */
  readonly search: Search
  /** What can be searched: `שם, טלפון או מספר הזמנה`. */
  readonly label: string
}

export function SearchBox({ search, label }: SearchBoxProps) {
  const { t } = useTranslation('components')
  const isShort = search.scope === 'too_short' && !search.waiting
  return (
    <form
      role="search"
      className={style.search}
      onSubmit={(event) => {
        event.preventDefault()
        search.submit()
      }}
    >
      <div className={fieldStyle.input}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
        <input
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={label}
          placeholder={label}
          value={search.text}
          onChange={(event) => search.setText(event.target.value)}
        />
        {search.text !== '' && (
          <IconButton bare label={t('search.clear')} onClick={() => search.setText('')}>
            <IconX size={20} stroke={1.75} aria-hidden />
          </IconButton>
        )}
      </div>
      <p className={isShort ? style.short : 'visually-hidden'} role="status">
        {isShort ? t('search.short', { count: MIN_SEARCH_CHARS }) : ''}
      </p>
    </form>
  )
}
