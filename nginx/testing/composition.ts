import Type from 'typebox'

const Names = Type.Array(Type.String())

const Dependency = Type.Object(
  { condition: Type.Literal('service_healthy'), restart: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)

const Service = Type.Object(
  {
    image: Type.Optional(Type.String()),
    build: Type.Optional(
      Type.Object(
        {
          context: Type.Literal('.'),
          dockerfile: Type.String(),
          args: Type.Optional(Type.Record(Type.String(), Type.String())),
        },
        { additionalProperties: false },
      ),
    ),
    user: Type.Optional(Type.String()),
    init: Type.Optional(Type.Boolean()),
    read_only: Type.Boolean(),
    tmpfs: Names,
    cap_drop: Names,
    security_opt: Names,
    restart: Type.Literal('unless-stopped'),
    ports: Type.Optional(Names),
    networks: Names,
    environment: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
    secrets: Type.Optional(Names),
    volumes: Type.Optional(Names),
    healthcheck: Type.Object(
      {
        test: Names,
        interval: Type.String(),
        timeout: Type.String(),
        retries: Type.Integer(),
        start_period: Type.String(),
      },
      { additionalProperties: false },
    ),
    depends_on: Type.Optional(Type.Record(Type.String(), Dependency)),
  },
  { additionalProperties: false },
)

/**
 * The part of the Compose specification that docker-compose.yml uses, with each element in the one form used there.
 * Anything else in the file, a misspelt name above all, is an error.
 */
export const Composition = Type.Object({
  services: Type.Record(Type.String(), Service),
  networks: Type.Record(
    Type.String(),
    Type.Union([Type.Null(), Type.Object({ internal: Type.Boolean() }, { additionalProperties: false })]),
  ),
  volumes: Type.Record(Type.String(), Type.Null()),
  secrets: Type.Record(Type.String(), Type.Object({ file: Type.String() }, { additionalProperties: false })),
})
