import { useCallback, useRef, useState } from 'react'
import { hasAutoTorch } from '../../shared/check-in/device.ts'

// The torch belongs to the Image Capture API, which TypeScript's DOM types lack.
interface Torchlike {
  readonly torch?: boolean
}

const hasTorch = (track: MediaStreamTrack): boolean =>
  'getCapabilities' in track && (track.getCapabilities() as Torchlike).torch === true

export interface Torch {
  /** Undefined if the camera has no torch. */
  readonly torch: boolean | undefined
  /** It is dark, and the torch is off. */
  readonly isOffered: boolean
  /** It is on because it was dark, by the setting of this device. */
  readonly isAutomatic: boolean
  readonly setTrack: (track: MediaStreamTrack | undefined) => void
  readonly toggle: () => void
  /** Called when the picture has become dark or light; undefined while there is no torch to turn on. */
  readonly onDark: ((isDark: boolean) => void) | undefined
}

/** The torch of the running camera. */
export const useTorch = (): Torch => {
  const [track, setTorchTrack] = useState<MediaStreamTrack>()
  const [isOn, setIsOn] = useState(false)
  const [isDark, setIsDark] = useState(false)
  const [isAutomatic, setIsAutomatic] = useState(false)
  /** Whoever has turned it off wants it off: it does not turn itself on again before the camera is opened anew. */
  const wasTurnedOff = useRef(false)
  const setTrack = useCallback((next: MediaStreamTrack | undefined) => {
    setTorchTrack(next && hasTorch(next) ? next : undefined)
    setIsOn(false)
    setIsDark(false)
    setIsAutomatic(false)
    wasTurnedOff.current = false
  }, [])
  const turn = useCallback(
    async (on: boolean, automatic: boolean): Promise<void> => {
      const constraint: MediaTrackConstraintSet & Torchlike = { torch: on }
      try {
        await track?.applyConstraints({ advanced: [constraint] })
        setIsOn(on)
        setIsAutomatic(on && automatic)
      } catch {
        setTrack(undefined) // the device has a torch and does not give it
      }
    },
    [track, setTrack],
  )
  const toggle = () => {
    wasTurnedOff.current = isOn
    void turn(!isOn, false)
  }
  const dark = useCallback(
    (now: boolean): void => {
      setIsDark(now)
      if (now && hasAutoTorch() && !wasTurnedOff.current) void turn(true, true)
    },
    [turn],
  )
  return {
    torch: track === undefined ? undefined : isOn,
    isOffered: isDark && track !== undefined && !isOn,
    isAutomatic,
    setTrack,
    toggle,
    // The torch lights what it looks at: the picture says nothing of the hall while it is on.
    onDark: track === undefined || isOn ? undefined : dark,
  }
}
