import { expect, test } from 'vitest'
import { mosquitto, sparkplugClient } from './snippets.ts'

const access = { mqttUrl: 'mqtt://farm.example:1884', username: 'GW-1', password: `it's "so"`, group: 'farm' }

test('mosquitto gets host, port and a secret that the shell leaves alone', () => {
  const line = mosquitto(access)
  expect(line).toContain('--host farm.example --port 1884')
  expect(line).toContain(`--pw 'it'\\''s "so"'`)
  expect(line).toContain(`--topic 'spBv1.0/farm/NCMD/GW-1'`)
})

test('with TLS the port is the one of TLS and certificates are checked', () =>
  expect(mosquitto({ ...access, mqttUrl: 'mqtts://farm.example' })).toContain(
    '--port 8883 \\\n  --tls-use-os-certs',
  ))

test('the program holds the secret as JavaScript writes it', () =>
  expect(sparkplugClient(access)).toContain('password: "it\'s \\"so\\"",'))
