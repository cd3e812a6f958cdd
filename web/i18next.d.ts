import 'i18next'
import type components from './components/en-US.json' with { type: 'json' }
import type data from './data/en-US.json' with { type: 'json' }
import type devices from './features/devices/en-US.json' with { type: 'json' }
import type houseMonitor from './features/house-monitor/en-US.json' with { type: 'json' }
import type houses from './features/houses/en-US.json' with { type: 'json' }
import type signIn from './features/sign-in/en-US.json' with { type: 'json' }
import type layout from './layout/en-US.json' with { type: 'json' }

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true
    defaultNS: 'layout'
    resources: {
      components: typeof components
      data: typeof data
      devices: typeof devices
      'house-monitor': typeof houseMonitor
      houses: typeof houses
      layout: typeof layout
      'sign-in': typeof signIn
    }
  }
}
