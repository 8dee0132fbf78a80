interface BatteryManager {
  readonly level: number
  readonly charging: boolean
}

/** The battery in percent; null where the browser does not say. */
export const readBattery = async (): Promise<{ readonly percent: number; readonly isCharging: boolean } | null> => {
  const { getBattery } = navigator as { getBattery?: () => Promise<BatteryManager> }
  try {
    const battery = await getBattery?.call(navigator)
    return battery ? { percent: Math.round(battery.level * 100), isCharging: battery.charging } : null
  } catch {
    return null
  }
}
