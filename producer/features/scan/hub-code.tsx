import { Button } from '@kartis/ui/components/button.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { IconCopy } from '@tabler/icons-react'
import { create } from 'qrcode'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../shared/copy-text.ts'
import { storedCamera } from '../../shared/check-in/device.ts'
import { readCameraError } from './camera-error.ts'
import style from './hub.module.css'

/** The camera of the reader, which has to be there without a network. */
export const loadCamera = () => import('./camera.tsx')
const Camera = lazy(() => loadCamera().then((module) => ({ default: module.Camera })))

/** The quiet zone around a code, in modules. */
const QUIET = 2

const pathOf = (text: string) => {
  // Read from a screen at arm's length: nothing covers or folds it, so that the lowest redundancy makes the largest modules.
  const { modules } = create(text, { errorCorrectionLevel: 'L' })
  const { size } = modules
  let path = ''
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) if (modules.get(row, column)) path += `M${column} ${row}h1v1h-1z`
  return { size, path }
}

/** A pairing code for the camera of the other device, and as text for one without a camera. */
export function HubCode({ code, label }: { readonly code: string; readonly label: string }) {
  const { t } = useTranslation('hub')
  const { size, path } = useMemo(() => pathOf(code), [code])
  const [isText, setIsText] = useState(false)
  const edge = size + 2 * QUIET
  return (
    <>
      <div className={style.code}>
        <svg
          viewBox={`${-QUIET} ${-QUIET} ${edge} ${edge}`}
          role="img"
          aria-label={label}
          data-modules={size}
          shapeRendering="crispEdges"
        >
          <path d={path} fill="black" />
        </svg>
      </div>
      {isText ? (
        <>
          <TextField label={t('code.text')} value={code} readOnly dir="ltr" onFocus={({ target }) => target.select()} />
          <Button
            look="line"
            full
            icon={<IconCopy size={20} stroke={1.75} aria-hidden />}
            onClick={() => void copyText(code, { copied: t('code.copied'), failed: t('code.not_copied') })}
          >
            {t('code.copy')}
          </Button>
        </>
      ) : (
        <Button look="bare" onClick={() => setIsText(true)}>
          {t('code.show_text')}
        </Button>
      )}
    </>
  )
}

interface ReaderProps {
  /** Gets every text that the camera sees or a person enters, until one is the code. */
  readonly onText: (text: string) => void
  readonly error: string | undefined
}

/** Reads the code of the other device: by camera, or as text. */
export function HubReader({ onText, error }: ReaderProps) {
  const { t } = useTranslation('hub')
  const [cameraError, setCameraError] = useState<string>()
  const [text, setText] = useState('')
  return (
    <>
      <div className={style.camera}>
        {cameraError === undefined ? (
          <Suspense>
            <Camera
              choice={storedCamera()}
              tracks={false}
              onCode={onText}
              onLive={() => undefined}
              onError={(failure) => setCameraError(readCameraError(failure).reason ?? 'unknown')}
            />
          </Suspense>
        ) : (
          <p role="alert">{t('code.no_camera')}</p>
        )}
      </div>
      {error !== undefined && (
        <p className={style.error} role="alert">
          {error}
        </p>
      )}
      <form
        className={style.typed}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') onText(text)
        }}
      >
        <TextField
          label={t('code.enter')}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" look="line">
          {t('code.send')}
        </Button>
      </form>
    </>
  )
}
