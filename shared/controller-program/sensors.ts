/** What makes probes differ and their values jitter: mean 0, standard deviation about 1; always 0 without chance. */
export interface Jitter {
  noise(): number
}

/** What the sensors of a house read. A dead probe reads NaN: no value. */
export interface SensorReadings {
  /** °C along the house from the tunnel inlet (first) to the fans (last) */
  temperature: number[]
  /** % */
  humidity: number[]
  /** ppm */
  co2: number[]
  nh3: number[]
  /** Pa */
  pressure: number[]
  outsideTemperature: number
  outsideHumidity: number
}

/** The real conditions. */
export interface Surroundings {
  temperature: number
  /** °C at the tunnel inlet, and the degree of tunnel ventilation, 0…1 */
  inletTemperature: number
  tunnel: number
  humidity: number
  co2: number
  nh3: number
  pressure: number
  outsideTemperature: number
  outsideHumidity: number
}

/** Slow, noisy probes at fixed places. */
export interface Sensors {
  readings: SensorReadings
  sense(around: Surroundings, seconds: number, isDead: (sensor: number) => boolean): SensorReadings
}

const TEMPERATURE_SENSORS = 8
/** s until a probe has followed two thirds of a change */
const LAG = 75
const GAS_LAG = 120
const PRESSURE_LAG = 15
/** standard deviations: °C, %, share, Pa */
const NOISE = { temperature: 0.06, humidity: 0.4, gas: 0.008, pressure: 0.35 }

/** Eight temperature probes, and two each for humidity, CO2, NH3 and pressure. */
export function makeSensors(random: Jitter, start: Surroundings): Sensors {
  const places = Array.from({ length: TEMPERATURE_SENSORS }, (_, i) => (i + 0.5) / TEMPERATURE_SENSORS)
  const offsets = places.map(() => 0.25 * random.noise())
  const pair = () => [1 + 0.03 * random.noise(), 1 + 0.03 * random.noise()]
  const [humidityFactors, co2Factors, nh3Factors] = [pair(), pair(), pair()]
  const lagged = {
    temperature: places.map(place => atPlace(start, place)),
    humidity: start.humidity,
    co2: start.co2,
    nh3: start.nh3,
    pressure: start.pressure,
  }
  const readings: SensorReadings = {
    temperature: [...lagged.temperature],
    humidity: [start.humidity, start.humidity],
    co2: [start.co2, start.co2],
    nh3: [start.nh3, start.nh3],
    pressure: [start.pressure, start.pressure],
    outsideTemperature: start.outsideTemperature,
    outsideHumidity: start.outsideHumidity,
  }
  return {
    readings,
    sense(around, seconds, isDead) {
      const follow = 1 - Math.exp(-seconds / LAG)
      const followGas = 1 - Math.exp(-seconds / GAS_LAG)
      for (let i = 0; i < TEMPERATURE_SENSORS; i++) {
        const before = lagged.temperature[i] as number
        const now = before + (atPlace(around, places[i] as number) - before) * follow
        lagged.temperature[i] = now
        readings.temperature[i] = isDead(i + 1)
          ? Number.NaN
          : now + (offsets[i] as number) + NOISE.temperature * random.noise()
      }
      lagged.humidity += (around.humidity - lagged.humidity) * follow
      lagged.co2 += (around.co2 - lagged.co2) * followGas
      lagged.nh3 += (around.nh3 - lagged.nh3) * followGas
      lagged.pressure += (around.pressure - lagged.pressure) * (1 - Math.exp(-seconds / PRESSURE_LAG))
      for (let i = 0; i < 2; i++) {
        const humidity = lagged.humidity * (humidityFactors[i] as number) + NOISE.humidity * random.noise()
        readings.humidity[i] = Math.max(0, Math.min(100, humidity))
        readings.co2[i] = lagged.co2 * (co2Factors[i] as number) * (1 + NOISE.gas * random.noise())
        readings.nh3[i] = Math.max(0, lagged.nh3 * (nh3Factors[i] as number) + 0.1 * random.noise())
        readings.pressure[i] = Math.max(0, lagged.pressure + NOISE.pressure * random.noise())
      }
      readings.outsideTemperature = around.outsideTemperature + NOISE.temperature * random.noise()
      readings.outsideHumidity = around.outsideHumidity
      return readings
    },
  }
}

/** Tunnel air warms up along the house; otherwise it is mixed. */
function atPlace(around: Surroundings, place: number): number {
  const rise = around.temperature - around.inletTemperature
  return around.temperature - around.tunnel * rise * (1 - place) * 0.9
}
