import { registration } from '#shared/contracts/registration.ts'
import { feature } from '../../platform/http/feature.ts'
import { apply } from './apply.ts'
import { confirm } from './confirm.ts'

export const registrationFeature = feature('registration', registration, { apply, confirm })
