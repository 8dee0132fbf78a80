import { Logo } from '@kartis/ui/components/logo.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageChoice } from '../../shared/preferences.tsx'
import { SoundArt, SunsetArt } from './auth-art.tsx'
import style from './auth-frame.module.css'

export interface AuthFrameProps {
  readonly scene: 'login' | 'verify'
  readonly title: ReactNode
  readonly text: ReactNode
  readonly children: ReactNode
}

/** Layout of the login screens: the form beside a picture; on a phone the picture is a strip above. */
export function AuthFrame({ scene, title, text, children }: AuthFrameProps) {
  const { t } = useTranslation('auth')
  const Art = scene === 'login' ? SunsetArt : SoundArt
  return (
    <div className={style.frame}>
      <aside className={style.art}>
        <Art className={style.picture} />
        <div className={style.shade} />
        <div className={style.texts}>
          <p>{t(`art.${scene}_title`)}</p>
          <p className={style.more}>{t(`art.${scene}_text`)}</p>
        </div>
      </aside>
      <main className={style.side}>
        <div className={style.form}>
          <Logo />
          <div className={style.head}>
            <h1>{title}</h1>
            <p>{text}</p>
          </div>
          {children}
        </div>
        <div className={style.language}>
          <LanguageChoice />
        </div>
      </main>
    </div>
  )
}
