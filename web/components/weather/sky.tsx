import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudHail,
  CloudLightning,
  CloudMoon,
  CloudRain,
  CloudRainWind,
  CloudSnow,
  CloudSun,
  CloudSunRain,
  Cloudy,
  type LucideIcon,
  Moon,
  Sun,
  Thermometer,
} from 'lucide-react'
import type { Sky } from '#shared/weather.ts'

const icons: Record<Sky, LucideIcon> = {
  clear: Sun,
  fair: CloudSun,
  cloudy: Cloud,
  overcast: Cloudy,
  fog: CloudFog,
  drizzle: CloudDrizzle,
  rain: CloudRain,
  heavyRain: CloudRainWind,
  freezingRain: CloudHail,
  snow: CloudSnow,
  showers: CloudSunRain,
  thunder: CloudLightning,
}
const byNight: Partial<Record<Sky, LucideIcon>> = { clear: Moon, fair: CloudMoon, showers: CloudRain }

/** The sky as an icon; always beside its word or figures, so it is hidden from screen readers. */
export function SkyIcon({ sky, isDay = true, size }: { sky: Sky | null; isDay?: boolean; size: number }) {
  const Icon = sky === null ? Thermometer : ((isDay ? undefined : byNight[sky]) ?? icons[sky])
  return <Icon size={size} strokeWidth={1.5} aria-hidden />
}
