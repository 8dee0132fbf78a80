import { SCANNER, scanDelayMs } from '@kartis/domain/limits.ts'
import {
  type IScannerError,
  type IScannerHandle,
  Scanner,
  outline,
  setZXingModuleOverrides,
} from '@yudiel/react-qr-scanner'
import { classNames } from '@kartis/ui/class-names.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { watchDarkness } from './watch-darkness.ts'
import style from './finder.module.css'
import { SCAN_FORMATS } from './formats.ts'
import { type CameraChoice, constraintsFor } from './use-cameras.ts'

// The decoder is served by Kartis: check-in must not depend on another host.
setZXingModuleOverrides({
  locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasm : prefix + path),
})

const BARE = { finder: false, torch: false, onOff: false, zoom: false }
const TRACKED = { ...BARE, tracker: outline }

export interface CameraProps {
  readonly choice: CameraChoice
  /** Outlines each code in the picture and decodes more often, so that the outline keeps up. */
  readonly tracks: boolean
  readonly onCode: (raw: string) => void
  readonly onError: (error: IScannerError) => void
  /** Called when the video plays, with its track for the torch. */
  readonly onLive: (track: MediaStreamTrack | undefined) => void
  /** Called when the picture has become dark or light; undefined where nobody has to know. */
  readonly onDark?: ((isDark: boolean) => void) | undefined
}

/** The camera with the decoder; the viewfinder around it is Finder. */
export function Camera({ choice, tracks, onCode, onError, onLive, onDark }: CameraProps) {
  const handle = useRef<IScannerHandle>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const constraints = useMemo(() => constraintsFor(choice), [choice])
  useEffect(() => {
    const video = handle.current?.getVideoElement()
    const live = () => {
      const { srcObject } = video ?? {}
      setIsPlaying(true)
      onLive(srcObject instanceof MediaStream ? srcObject.getVideoTracks()[0] : undefined)
    }
    video?.addEventListener('playing', live)
    return () => video?.removeEventListener('playing', live)
  }, [onLive])
  useEffect(() => {
    const video = handle.current?.getVideoElement()
    return video && onDark ? watchDarkness(video, onDark) : undefined
  }, [onDark])
  return (
    <Scanner
      ref={handle}
      constraints={constraints}
      formats={SCAN_FORMATS}
      components={tracks ? TRACKED : BARE}
      classNames={{ container: classNames(style.camera, isPlaying && style.playing) }}
      allowMultiple
      scanDelay={scanDelayMs(tracks)}
      retryDelay={RETRY_MS}
      startTimeoutMs={SCANNER.cameraLoadMs}
      sound={false}
      onScan={(codes) => {
        const [first] = codes
        if (first) onCode(first.rawValue)
      }}
      onError={onError}
    />
  )
}

/** Pause between two decoding attempts. */
const RETRY_MS = 150
