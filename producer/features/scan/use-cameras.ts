import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

export interface ListedCamera {
  readonly id: string
  /** Empty until camera permission is granted. */
  readonly label: string
}

const list = async (): Promise<readonly ListedCamera[]> => {
  try {
    const all = await navigator.mediaDevices.enumerateDevices()
    return all
      .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, label }))
  } catch {
    return []
  }
}

/**
 * The device's cameras; reloaded when one is connected or removed and when the first one runs, because labels need
 * permission.
 */
export const useCameras = (isLive: boolean): readonly ListedCamera[] => {
  const { data, refetch } = useQuery({ queryKey: ['cameras', isLive], queryFn: list, staleTime: 0 })
  useEffect(() => {
    const update = () => void refetch()
    const devices = 'mediaDevices' in navigator ? navigator.mediaDevices : undefined
    devices?.addEventListener('devicechange', update)
    return () => devices?.removeEventListener('devicechange', update)
  }, [refetch])
  return data ?? []
}

/** `rear`, `front`, or the id of a listed device. */
export type CameraChoice = string

/** Media constraints of a camera choice. The minimum height is low: many laptops have 480 lines. */
export const constraintsFor = (choice: CameraChoice): MediaTrackConstraints => ({
  ...(choice === 'rear' || choice === 'front'
    ? { facingMode: { ideal: choice === 'rear' ? 'environment' : 'user' } }
    : { deviceId: { exact: choice } }),
  width: { ideal: 1280 },
  height: { min: 480, ideal: 720 },
})
