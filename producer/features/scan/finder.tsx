import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { IconBolt, IconCameraOff, IconCameraRotate } from '@tabler/icons-react'
import type { IScannerError } from '@yudiel/react-qr-scanner'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CameraError, readCameraError } from './camera-error.ts'
import { hasTracking } from '../../shared/check-in/device.ts'
import style from './finder.module.css'
import type { Torch } from './use-torch.ts'

const Camera = lazy(() => import('./camera.tsx').then((module) => ({ default: module.Camera })))

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

export interface FinderProps {
  readonly choice: string
  readonly onChoice: (choice: string) => void
  readonly onCode: (raw: string) => void
  /** Called when the video starts or stops, so that the camera list can be reloaded. */
  readonly onLive: (isLive: boolean) => void
  readonly torch: Torch
}

/** The viewfinder: video with a frame, torch and camera switch, or the camera's error. */
export function Finder({ choice, onChoice, onCode, onLive, torch }: FinderProps) {
  const { t } = useTranslation('scan')
  const [error, setError] = useState<CameraError>()
  const [isLive, setIsLive] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const { setTrack } = torch

  const live = useCallback(
    (track: MediaStreamTrack | undefined) => {
      setIsLive(true)
      setTrack(track)
      onLive(true)
    },
    [onLive, setTrack],
  )
  const fail = useCallback(
    (error: IScannerError) => {
      setError(readCameraError(error))
      setIsLive(false)
      setTrack(undefined)
      onLive(false)
    },
    [onLive, setTrack],
  )
  const retry = () => {
    setError(undefined)
    setAttempt(attempt + 1)
  }
  const choose = (next: string) => {
    setError(undefined)
    setIsLive(false)
    onChoice(next)
  }

  return (
    <section className={style.finder} aria-label={t('camera')} data-live={isLive || undefined}>
      {error ? (
        <FinderError error={error} onRetry={retry} />
      ) : (
        <>
          <Suspense>
            <Camera
              key={`${choice}-${attempt}`}
              choice={choice}
              tracks={hasTracking()}
              onCode={onCode}
              onLive={live}
              onError={fail}
              onDark={torch.onDark}
            />
          </Suspense>
          <div className={style.frame} aria-hidden>
            <Corners />
            {isLive && <span className={style.beam} />}
          </div>
          <div className={style.foot}>
            {torch.isOffered ? (
              <button type="button" className={style.offer} onClick={torch.toggle}>
                <IconBolt size={24} stroke={1.75} aria-hidden />
                {t('torch_offer')}
              </button>
            ) : (
              <p role="status">{isLive ? t(torch.isAutomatic ? 'torch_by_itself' : 'aim') : t('waiting')}</p>
            )}
          </div>
        </>
      )}
      <div className={style.tools}>
        <IconButton
          label={t('flip')}
          className={style.flip}
          onClick={() => choose(choice === 'front' ? 'rear' : 'front')}
        >
          <IconCameraRotate {...ICON} />
        </IconButton>
      </div>
    </section>
  )
}

function FinderError({ error, onRetry }: { readonly error: CameraError; readonly onRetry: () => void }) {
  const { t } = useTranslation('scan')
  return (
    <div className={style.error} role="alert">
      <IconCameraOff size={48} stroke={1.5} aria-hidden />
      {/* The specification puts the name before the reason. */}
      <small className={style.errorName}>
        <bdi dir="ltr">{error.reason ? error.name : `${error.name}: ${error.message}`}</bdi>
      </small>
      <p>{t(`faults.${error.reason ?? 'unknown'}`)}</p>
      <Soft small>{t('faults.still')}</Soft>
      <Button look="line" onClick={onRetry}>
        {t('faults.retry')}
      </Button>
    </div>
  )
}

function Corners() {
  return (
    <svg className={style.corners} viewBox="0 0 100 100">
      <path
        vectorEffect="non-scaling-stroke"
        d="M2 22V12A10 10 0 0 1 12 2h10M78 2h10a10 10 0 0 1 10 10v10M98 78v10a10 10 0 0 1-10 10H78M22 98H12A10 10 0 0 1 2 88V78"
      />
    </svg>
  )
}
