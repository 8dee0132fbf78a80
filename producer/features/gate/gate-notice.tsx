import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Page, Soft } from '@kartis/ui/components/layout.tsx'
import { type Icon, IconLockOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LanguageChoice } from '../../shared/preferences.tsx'
import { useDarkTheme } from '../../shared/use-dark-theme.ts'
import style from './gate.module.css'

interface GateNoticeProps {
  readonly title: string
  readonly text: string
  /** What the notice is about; default: the phone is not permitted. */
  readonly sign?: Icon
  readonly children?: ReactNode
}

/** A whole page that says why this phone does not scan. */
export function GateNotice({ title, text, sign: Sign = IconLockOff, children }: GateNoticeProps) {
  useDarkTheme()
  return (
    <main id="screen">
      <Page narrow className={style.notice}>
        <GlyphTile tone="bad">
          <Sign size={24} stroke={1.75} aria-hidden />
        </GlyphTile>
        <h1 className={style.title}>{title}</h1>
        <Soft>{text}</Soft>
        {children}
        <LanguageChoice />
      </Page>
    </main>
  )
}
