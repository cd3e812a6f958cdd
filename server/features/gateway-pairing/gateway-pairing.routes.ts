import { gatewayPairing } from '#shared/contracts/gateway-pairing.ts'
import { feature } from '../../platform/http/feature.ts'
import { exchangeCode } from './exchange-code.ts'

export const gatewayPairingFeature = feature('gateway-pairing', gatewayPairing, { exchange: exchangeCode })
